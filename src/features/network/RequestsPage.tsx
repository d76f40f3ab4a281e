/** /requests: retailers who wait for this distributor's answer. */
import * as links from "../../../domain/links";
import { Check, UserPlus, X } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { Avatar } from "../../ui/Avatar";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { StatusBadge } from "../../ui/StatusBadge";
import type { RequestRow } from "./partyRows";
import { useAnswerRequest, type Answer } from "./useAnswerRequest";
import { t } from "../../../domain/language/texts";

export function RequestsPage() {
  const list = useLiveList(api.network.pending, {});
  const { value: count } = useLiveQuery(api.network.pendingCount, {});
  const { run: answer, error } = useAnswerRequest();
  const columns = useMemo(
    () => columnsWith((request, status) => void answer({ request, status })),
    [answer],
  );
  return (
    <ListPage
      title={t("Requests")}
      count={count}
      toolbar={error !== null && <ErrorNotice message={error} className="mb-4" />}
      rowWords={newRequests}
      list={list}
      skeleton="rows"
      loadingLabel={t("Loading requests...")}
      errorMessage={t("An error occurred while fetching requests.")}
      empty={
        <EmptyState
          icon={UserPlus}
          title={t("No pending requests.")}
          hint={t(
            "When a retailer wants to join your network, the request appears here by itself.",
          )}
          action={<LinkButton to={links.DISTRIBUTOR_NETWORK}>{t("Your Network")}</LinkButton>}
        />
      }
    >
      {(requests, isNew) => (
        <DataTable
          caption={t("Pending network requests")}
          columns={columns}
          rows={requests}
          isNew={isNew}
          hasManyColumns
        />
      )}
    </ListPage>
  );
}

function newRequests(count: number): string {
  return t("{count, plural, one {# new request} other {# new requests}}", { count });
}

function columnsWith(
  onAnswer: (request: RequestRow, status: Answer) => void,
): Column<RequestRow>[] {
  return [
    {
      key: "retailer",
      header: t("Retailer"),
      primary: true,
      className: "rows:py-1",
      cell: (request) => <Retailer request={request} />,
    },
    { key: "email", header: t("Email"), cell: (request) => request.userEmail },
    {
      key: "requested",
      header: t("Requested on"),
      cell: (request) => <DateText date={request.createdAt} />,
    },
    {
      key: "status",
      header: t("Status"),
      cell: (request) => <StatusBadge status={request.status} />,
    },
    {
      key: "answer",
      header: t("Answer"),
      unlabelled: true,
      className: "rows:py-1",
      align: "right",
      cell: (request) => <Answers onAnswer={(status) => onAnswer(request, status)} />,
    },
  ];
}

function Retailer({ request }: { request: RequestRow }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar src={request.imageUrl} name={request.userName} className="size-12 rows:size-7" />
      <span className="min-w-0">
        <span className="font-medium">{request.userName}</span>{" "}
        <span className="block text-sm font-normal text-muted rows:inline">{request.shopName}</span>
      </span>
    </span>
  );
}

function Answers({ onAnswer }: { onAnswer: (status: Answer) => void }) {
  return (
    <span className="flex flex-wrap gap-2 rows:flex-nowrap rows:justify-end">
      <Button size="sm" variant="primary" onClick={() => onAnswer("accepted")}>
        <Check aria-hidden />
        {t("Accept")}
      </Button>
      <Button size="sm" variant="danger" onClick={() => onAnswer("rejected")}>
        <X aria-hidden />
        {t("Reject")}
      </Button>
    </span>
  );
}
