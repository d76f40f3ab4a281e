/** The notices of a dialog's form: its action failed or waits for the connection, or nothing is left to be done. */
import type { ServerAction } from "./useServerAction";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Notice } from "../ui/Notice";
import { WaitingNotice } from "../ui/WaitingNotice";

export type SubmissionNoticesProps = {
  submission: Pick<ServerAction, "error" | "isBusy" | "isWaiting">;
  /** The other party ended what the dialog is about; null while it goes on. */
  ended?: string | null;
};

export function SubmissionNotices({ submission, ended = null }: SubmissionNoticesProps) {
  const { error, isBusy, isWaiting } = submission;
  return (
    <>
      {error !== null && <ErrorNotice message={error} />}
      {isWaiting && <WaitingNotice />}
      {ended !== null && !isBusy && error === null && <Notice kind="warning" message={ended} />}
    </>
  );
}
