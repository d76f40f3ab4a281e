/** One article, or an announcement of the administrators. */
import { ExternalLink, Megaphone } from "lucide-react";
import { useId } from "react";
import { imageUrl } from "../../live/pictures";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { lazyInline } from "../../ui/lazyPart";
import type { NewsItem } from "./newsFilter";
import { t } from "../../../domain/language/texts";

/** The withdrawal with its dialog, for administrators alone. */
const Withdraw = lazyInline(async () => (await import("./Withdraw")).Withdraw, {
  message: t("“Withdraw” could not be loaded."),
});

export function NewsCard({ article, mayWithdraw }: { article: NewsItem; mayWithdraw: boolean }) {
  const titleId = useId();
  const { title, description, url, isAnnouncement } = article;
  const picture = imageUrl(article.imageUrl);
  return (
    <Card as="article" aria-labelledby={titleId} className="flex flex-col overflow-hidden">
      {picture !== null && (
        <img
          src={picture}
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
            {t("Announcement")}
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
              {t("Read more")} <ExternalLink aria-hidden className="size-3.5" />
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
