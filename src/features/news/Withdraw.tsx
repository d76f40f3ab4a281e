/** Takes an announcement back, once the administrator has confirmed it. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { NewsItem } from "./newsFilter";
import { t } from "../../../domain/language/texts";

export function Withdraw({ article }: { article: NewsItem }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useServerAction(useMutation(api.news.withdraw), {
    failure: t("The announcement could not be withdrawn."),
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t("Withdraw")}
      </Button>
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={t("Withdraw this announcement?")}
          description={t("“{title}” disappears from everybody’s screen.", { title: article.title })}
          confirmLabel={t("Withdraw")}
          danger
          busy={withdraw.isBusy}
          error={withdraw.error}
          onConfirm={() => void withdraw.run({ announcementId: article._id })}
        />
      )}
    </>
  );
}
