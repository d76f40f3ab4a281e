/** Validates the login form before it is sent. It stands apart from sign-up's checks, so that logging in does not load them. */
import { emailProblem } from "../../forms/fieldProblems";

export type Problems<Name extends string> = Partial<Record<Name, string>>;

/** Keeps the fields that have something to say. */
export function onlyProblems<Name extends string>(
  all: Record<Name, string | null>,
): Problems<Name> {
  const problems: Problems<Name> = {};
  for (const name of Object.keys(all) as Name[]) {
    const problem = all[name];
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** E-mail and password are only asked for: whether they are right is the server's one answer. */
export function loginProblems({
  email,
  password,
}: {
  email: string;
  password: string;
}): Problems<"email" | "password"> {
  return onlyProblems({
    email: emailProblem(email),
    password: password === "" ? "Please enter your password." : null,
  });
}
