/** The former names of the other side of a connection, so that a changed name on a known account is noticed. */
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { DateText } from "../../ui/DateText";

export function FormerNames({ userId }: { userId: string }) {
  const { value } = useLiveQuery(api.network.history, { userId });
  const names = value?.formerNames ?? [];
  if (names.length === 0) return null;
  return (
    <ul aria-label="Former names" className="text-sm text-caution">
      {names.map(({ name, business, at }) => (
        <li key={at}>
          Was called {name}
          {business !== "" && ` (${business})`} until <DateText date={at} />
        </li>
      ))}
    </ul>
  );
}
