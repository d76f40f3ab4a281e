/** Puts the first steps away for good. They are gone at the press, and come back only if the server refuses. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useServerAction } from "../../../forms/useServerAction";
import { t } from "../../../../domain/language/texts";

export function useDismissStart(): () => void {
  const dismiss = useMutation(api.home.dismissStart).withOptimisticUpdate((store) =>
    store.setQuery(api.home.start, {}, null),
  );
  const { run } = useServerAction(() => dismiss({}), {
    failure: t("The first steps could not be dismissed."),
    onFailure: "toast",
  });
  return () => void run(undefined);
}
