/** Some distributors for a new retailer, each with its Connect button; below one that was asked, what to do until it answers. */
import { Link } from "react-router-dom";
import * as links from "../../../domain/links";
import { Avatar } from "../../ui/Avatar";
import { ConnectButton } from "./ConnectButton";
import type { DistributorRow } from "./partyRows";
import { mayConnect, useConnect } from "./useConnect";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export function FirstDistributors({ distributors }: { distributors: readonly DistributorRow[] }) {
  const connect = useConnect();
  const next = distributors.find(({ connection }) => mayConnect(connection));
  return (
    <ul className="-mx-4 -mb-2.5 w-[calc(100%+--spacing(8))] basis-[calc(100%+--spacing(8))]">
      {distributors.map((distributor) => (
        <Distributor
          key={distributor._id}
          distributor={distributor}
          isNext={distributor === next}
          onConnect={connect}
        />
      ))}
    </ul>
  );
}

type DistributorProps = {
  distributor: DistributorRow;
  /** The one button that is filled. */
  isNext: boolean;
  onConnect: (distributor: DistributorRow) => void;
};

function Distributor({ distributor, isNext, onConnect }: DistributorProps) {
  const { name, companyName, email, imageUrl, connection } = distributor;
  const products = links.distributorProducts(email);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2">
      <Avatar src={imageUrl} name={name} />
      <span className="min-w-24 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere" title={companyName}>
          {companyName}
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{name}</span>
      </span>
      <ConnectButton
        distributor={distributor}
        onConnect={onConnect}
        variant={isNext ? "primary" : "secondary"}
        aria-label={
          connection === null ? t("Connect with {company}", { company: companyName }) : undefined
        }
      />
      {connection === "pending" && (
        <p role="status" className="basis-full text-sm text-muted">
          {rich("{name} has your request; {products}.", {
            name: name.split(" ")[0] ?? "",
            products: (
              <Link
                to={products}
                className="tap font-medium text-accent-ink underline underline-offset-3"
              >
                {t("look at the products meanwhile")}
              </Link>
            ),
          })}
        </p>
      )}
    </li>
  );
}
