/** Notices of an order's dialog: its action failed or waits for the connection, or the order has another status now. */
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import type { ServerAction } from "../../lib/useServerAction";

export type SubmissionNoticesProps = {
  submission: Pick<ServerAction, "error" | "isBusy" | "isWaiting">;
  newStatus: OrderStatus | null;
};

export function SubmissionNotices({ submission, newStatus }: SubmissionNoticesProps) {
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
      {newStatus !== null && !isBusy && error === null && (
        <Notice
          kind="warning"
          message={`This order is ${newStatus} now. Nothing more can be done here.`}
        />
      )}
    </>
  );
}
