/** What a dialog about an order says besides its fields: it failed, it waits for the line, the order has moved on. */
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import type { Submission } from "./useSubmission";

export type SubmissionNoticesProps = { submission: Submission; movedTo: OrderStatus | null };

export function SubmissionNotices({ submission, movedTo }: SubmissionNoticesProps) {
  const { error, isBusy, isWaiting } = submission;
  return (
    <>
      {error !== null && <ErrorNotice message={error} />}
      {isWaiting && (
        <Notice
          kind="info"
          message="You are offline. This is sent as soon as the connection is back."
        />
      )}
      {movedTo !== null && !isBusy && error === null && (
        <Notice
          kind="warning"
          message={`This order is ${movedTo} now. Nothing more can be done here.`}
        />
      )}
    </>
  );
}
