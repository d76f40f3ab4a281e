/** Says that a statement has not all entries of its period. */
export function cutText(rows: number): string {
  return `Only the first ${rows.toLocaleString("en-IN")} entries are listed: please choose a shorter period.`;
}
