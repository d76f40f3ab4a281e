/** The pages that stand in for one that does not exist or does not work. */
import * as links from "../../domain/links";
import { useLocation } from "react-router-dom";
import { LinkButton, Button } from "../ui/Button";
import { EmptyStall } from "../ui/drawings";
import { CloudOff } from "lucide-react";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../../domain/language/texts";
import { rich } from "../lib/rich";

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center py-12 text-center">
      <EmptyStall className="mb-6 w-56 max-w-full" />
      <h1 tabIndex={-1} className="text-lg font-semibold sm:text-xl">
        {t("Page not found")}
      </h1>
      <p className="mt-2 text-muted">
        {rich("There is no stall at {address}. It may have been mistyped, or moved.", {
          address: (
            <code className="rounded-sm bg-sunken px-1.5 py-0.5 wrap-anywhere">{pathname}</code>
          ),
        })}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <LinkButton to={links.VISITOR_HOME} variant="primary">
          {t("Go to your home")}
        </LinkButton>
        <LinkButton to={links.WELCOME}>{t("Back to the market")}</LinkButton>
      </div>
    </div>
  );
}

/** Replaces a page whose code failed to load or threw while rendering. */
export function LoadFailure() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 tabIndex={-1} className="mb-5 text-lg font-semibold sm:text-xl">
        {t("This page could not be shown")}
      </h1>
      <EmptyState
        icon={CloudOff}
        title={t("Something went wrong while loading it.")}
        hint={t("Nothing you saved is lost. Check your connection, then try again.")}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t("Try again")}
          </Button>
        }
      />
    </div>
  );
}
