/** A retailer's first steps. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../../convex/_generated/api";
import * as links from "../../../../domain/links";
import { LinkButton } from "../../../ui/Button";
import { StartCard, type StartStep } from "./StartCard";
import { useDismissStart } from "./useDismissStart";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

export type Start = NonNullable<FunctionReturnType<typeof api.home.start>>;
type Progress = Extract<Start, { role: "retailer" }>;

/** Some distributors with their Connect buttons. Its feature is another one, which the app joins with this. */
export type FirstDistributorsList = ComponentType<{
  distributors: Progress["distributors"];
}>;

export type RetailerStartProps = { start: Progress; FirstDistributors: FirstDistributorsList };

export function RetailerStart({ start, FirstDistributors }: RetailerStartProps) {
  const dismiss = useDismissStart();
  return <StartCard steps={stepsOf(start, FirstDistributors)} onDismiss={dismiss} />;
}

function stepsOf(
  { isConnected, hasOrdered, distributors }: Progress,
  FirstDistributors: FirstDistributorsList,
): readonly StartStep[] {
  return [
    {
      title: t("Connect with a distributor"),
      isDone: isConnected,
      actions: () => (
        <LinkButton size="sm" variant="quiet" to={links.DISTRIBUTORS}>
          {rich("See all {distributors}", {
            distributors: <span className="sr-only">{t("distributors")}</span>,
          })}
        </LinkButton>
      ),
      below: distributors.length > 0 && <FirstDistributors distributors={distributors} />,
    },
    {
      title: t("Place your first order"),
      isDone: hasOrdered,
      actions: (isNext) => (
        <LinkButton size="sm" variant={isNext ? "primary" : "secondary"} to={links.CATALOGUE}>
          {t("Browse products")}
        </LinkButton>
      ),
    },
  ];
}
