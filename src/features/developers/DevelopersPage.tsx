/** /developers: the reference of the REST API, rendered from the market's own OpenAPI description. */
import { ErrorNotice } from "../../ui/ErrorNotice";
import { SkeletonRows } from "../../ui/Skeleton";
import { CallDetails } from "./CallDetails";
import { Guide } from "./Guide";
import { type Description, groupsOf } from "./openapi";
import { DESCRIPTION_ADDRESS, useDescription } from "./useDescription";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

function Reference({ description }: { description: Description }) {
  return (
    <section className="mt-12" aria-labelledby="reference">
      <h2 id="reference" className="text-lg font-semibold">
        {t("Every call")}
      </h2>
      {groupsOf(description).map(({ name, about, calls }) => (
        <section key={name} id={name} className="mt-6">
          <h3 className="text-md font-semibold capitalize">{name}</h3>
          <p className="max-w-text text-muted">{about}</p>
          <div className="mt-2 overflow-hidden rounded-md border border-line bg-raised">
            {calls.map((call) => (
              <CallDetails
                key={`${call.method} ${call.path}`}
                call={call}
                description={description}
              />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

function Content() {
  const state = useDescription();
  switch (state.kind) {
    case "loading":
      // As high as the screen: the footer is below it before and after.
      return (
        <div className="min-h-dvh">
          <SkeletonRows count={10} label={t("Loading the description of the calls...")} />
        </div>
      );
    case "failed":
      return (
        <ErrorNotice
          message={t("The description of the calls could not be read.")}
          onRetry={state.retry}
        />
      );
    case "ready":
      return (
        <>
          <Guide description={state.description} />
          <Reference description={state.description} />
        </>
      );
  }
}

export function DevelopersPage() {
  return (
    <div className="mx-auto max-w-4xl px-4 py-12">
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight">
        {t("For developers")}
      </h1>
      <p className="mt-3 mb-6 max-w-text text-md text-pretty text-muted">
        {rich(
          "Everything that people do here, programs can do too: the same rules, the same rights, over plain HTTP and JSON. The whole description for your tools is at {address}.",
          {
            address: (
              <a href={DESCRIPTION_ADDRESS} className="underline underline-offset-2">
                {DESCRIPTION_ADDRESS}
              </a>
            ),
          },
        )}
      </p>
      <Content />
    </div>
  );
}
