/** A day as people write it (04 Mar 2026), with the exact instant for machines. */
import { formatDate, formatDateTime } from "../../domain/dates";

export type DateTextProps = {
  /** An instant in ms, or an ISO day. */
  date: number | string;
  withTime?: boolean;
  className?: string;
};

export function DateText({ date, withTime = false, className }: DateTextProps) {
  const machine = typeof date === "number" ? new Date(date).toISOString() : date;
  return (
    <time dateTime={machine} className={className}>
      {withTime ? formatDateTime(date) : formatDate(date)}
    </time>
  );
}
