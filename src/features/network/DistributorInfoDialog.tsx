/** More Info: the live details of a connected distributor. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../live/convexError";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Dialog } from "../../ui/Dialog";
import { LiveValue } from "../../ui/LiveValue";
import { Skeleton } from "../../ui/Skeleton";
import { Fact } from "../../ui/Fact";
import { Facts, MailLink, MapLink, PhoneLink } from "./Facts";
import { t } from "../../../domain/language/texts";

export type DistributorInfoDialogProps = { name: string; email: string; onClose: () => void };

export function DistributorInfoDialog({ name, email, onClose }: DistributorInfoDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={name}
      description={t("Distributor")}
      footer={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      <DistributorInfo email={email} />
    </Dialog>
  );
}

/** Returns the text for a refusal, or for a failure without one. */
function failureText(error: Error | null): string {
  return refusalOf(error) === null
    ? t("An error occurred while fetching distributor details.")
    : t("Failed to fetch distributor details.");
}

function DistributorInfo({ email }: { email: string }) {
  const distributor = useLiveQuery(api.users.distributor, { email }, { isKeptOffline: true });
  return (
    <LiveValue
      answer={distributor}
      skeleton={<InfoSkeleton />}
      errorMessage={failureText(distributor.error)}
    >
      {(value) => <DistributorFacts distributor={value} />}
    </LiveValue>
  );
}

type Distributor = FunctionReturnType<typeof api.users.distributor>;

function DistributorFacts({ distributor }: { distributor: Distributor }) {
  return (
    <div className="flex flex-col gap-4">
      <Avatar src={distributor.imageUrl} name={distributor.name} className="size-20 text-xl" />
      <Facts>
        <Fact label={t("Name")}>{distributor.name}</Fact>
        <Fact label={t("Email")}>
          <MailLink email={distributor.email} />
        </Fact>
        <Fact label={t("Phone")}>
          <PhoneLink phone={distributor.phone} />
        </Fact>
        <Fact label={t("Company")}>{distributor.companyName}</Fact>
        {distributor.address !== "" && (
          <Fact label={t("Address")}>
            <MapLink address={distributor.address} />
          </Fact>
        )}
        <Fact label={t("Registered on")}>
          <DateText date={distributor.createdAt} />
        </Fact>
      </Facts>
    </div>
  );
}

function InfoSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t("Loading distributor details...")}</span>
      <Skeleton className="size-20 rounded-full" />
      <Skeleton className="h-3.5 w-2/3" />
      <Skeleton className="h-3.5 w-1/2" />
      <Skeleton className="h-3.5 w-3/4" />
    </div>
  );
}
