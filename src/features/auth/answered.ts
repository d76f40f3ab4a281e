/**
 * A call that is asked while the line is down waits for the line. On these screens somebody stands at the door: after this long
 * they are told that it did not work.
 */
const PATIENCE_MS = 15_000;

export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export async function answered<Answer>(
  call: Promise<Answer>,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), patienceMs);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}
