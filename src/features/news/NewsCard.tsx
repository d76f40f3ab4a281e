/** One article, or an announcement of the administrators. */
import { useMutation } from "convex/react";
import { ExternalLink, Megaphone } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateText } from "../../ui/DateText";
import type { NewsItem } from "./newsFilter";

export function NewsCard({ article, mayWithdraw }: { article: NewsItem; mayWithdraw: boolean }) {
  const titleId = useId();
  const { title, description, url, imageUrl, isAnnouncement } = article;
  return (
    <Card as="article" aria-labelledby={titleId} className="flex flex-col overflow-hidden">
      {imageUrl !== null && (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="aspect-video w-full bg-sunken object-cover"
        />
      )}
      <div className="flex grow flex-col gap-2 p-4">
        {isAnnouncement && (
          <Badge tone="accent" icon={Megaphone} className="self-start">
            Announcement
          </Badge>
        )}
        <h2 id={titleId} className="text-md font-semibold">
          {title}
        </h2>
        <p className="whitespace-pre-line text-muted">{description}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          <Origin article={article} />
          {url !== null && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer noopener"
              className="flex items-center gap-1.5 font-medium text-accent-ink hover:underline"
            >
              Read more <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
          {isAnnouncement && mayWithdraw && <Withdraw article={article} />}
        </div>
      </div>
    </Card>
  );
}

function Origin({ article }: { article: NewsItem }) {
  const { source, author, publishedAt } = article;
  return (
    <p className="text-sm text-muted">
      {[source, author].filter((part) => part !== null && part !== "").join(" · ")}
      {publishedAt > 0 && (
        <>
          {" "}
          · <DateText date={publishedAt} withTime />
        </>
      )}
    </p>
  );
}

function Withdraw({ article }: { article: NewsItem }) {
  const withdraw = useMutation(api.news.withdraw);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await withdraw({ announcementId: article._id });
      setAsking(false);
    } catch (error) {
      setFailure(errorMessage(error, "The announcement could not be withdrawn."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this announcement?"
        description={`“${article.title}” disappears from everybody’s screen.`}
        confirmLabel="Withdraw"
        danger
        busy={busy}
        error={failure}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
