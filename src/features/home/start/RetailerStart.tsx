/** A retailer's first steps. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../../convex/_generated/api";
import * as links from "../../../../domain/links";
import { LanguageSelect } from "../../../market/LanguageSelect";
import { Button, LinkButton } from "../../../ui/Button";
import { StartCard, type StartStep } from "./StartCard";
import { useDismissStart } from "./useDismissStart";
import { LANGUAGE_NAMES, type Language } from "../../../../domain/language/languages";
import { currentLanguage, t } from "../../../../domain/language/texts";
import { useChooseLanguage } from "../../../market/useChooseLanguage";
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
  const choose = useChooseLanguage();
  return <StartCard steps={stepsOf(start, { FirstDistributors, choose })} onDismiss={dismiss} />;
}

type StepParts = Pick<RetailerStartProps, "FirstDistributors"> & {
  choose: (language: Language) => void;
};

function stepsOf(
  { hasLanguage, isConnected, hasOrdered, distributors }: Progress,
  { FirstDistributors, choose }: StepParts,
): readonly StartStep[] {
  return [
    {
      title: t("Choose your language"),
      isDone: hasLanguage,
      actions: (isNext) => (
        <>
          <LanguageSelect className="w-40" />
          <Button
            size="sm"
            variant={isNext ? "primary" : "secondary"}
            onClick={() => choose(currentLanguage())}
          >
            {t("Stay with {language}", { language: LANGUAGE_NAMES[currentLanguage()] })}
          </Button>
        </>
      ),
    },
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
