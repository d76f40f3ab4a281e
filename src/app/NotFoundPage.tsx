import * as links from "../../domain/links";
import { useLocation } from "react-router-dom";
import { LinkButton } from "../ui/Button";
import { EmptyStall } from "../ui/drawings";

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center py-12 text-center">
      <EmptyStall className="mb-6 w-56 max-w-full" />
      <h1 tabIndex={-1} className="text-lg font-semibold sm:text-xl">
        Page not found
      </h1>
      <p className="mt-2 text-muted">
        There is no stall at{" "}
        <code className="rounded-sm bg-sunken px-1.5 py-0.5 wrap-anywhere">{pathname}</code>. It may
        have been mistyped, or moved.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <LinkButton to={links.VISITOR_HOME} variant="primary">
          Go to your home
        </LinkButton>
        <LinkButton to={links.WELCOME}>Back to the market</LinkButton>
      </div>
    </div>
  );
}
