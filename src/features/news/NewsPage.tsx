/** /newsfeed: 'Today's Top News', public, with the dark theme unless another one was chosen. */
import * as links from "../../../domain/links";
import { Newspaper } from "lucide-react";
import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { readStoredUser } from "../../session/userdata";
import { useSession } from "../../live/useSession";
import { Button, LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { lazyPart } from "../../ui/lazyPart";
import { PageHeader } from "../../ui/PageHeader";
import { SearchInput } from "../../ui/SearchInput";
import { SkeletonCards } from "../../ui/Skeleton";
import { ThemeToggle } from "../../ui/ThemeToggle";
import { useDarkByDefault } from "../../ui/theme";
import { NewsCard } from "./NewsCard";
import { matching, type NewsItem } from "./newsFilter";
import { t } from "../../../domain/language/texts";

/** Administrators alone write announcements; visitors load no form. */
const AnnouncementForm = lazyPart(
  async () => (await import("./AnnouncementForm")).AnnouncementForm,
  { message: t("The form for announcements could not be loaded."), holdsSurroundings: true },
);

const UNREADABLE = t("Error fetching news: the server did not answer as expected.");
const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 wide:grid-cols-4";

export function NewsPage() {
  useDarkByDefault();
  const { value: news, error, retry } = useLiveQuery(api.news.feed, {});
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const session = useSession();
  const isAdmin = session.state === "signedIn" && session.me.role === "admin";
  // Below the admin's form, so they wait until it is known whether it is there.
  const mayMove = session.state === "loading" && readStoredUser()?.role === "admin";
  const searchFor = (text: string) =>
    setParams(
      (now) => {
        if (text === "") now.delete("search");
        else now.set("search", text);
        return now;
      },
      { replace: true },
    );
  const found = news === undefined ? undefined : matching(news.articles, search);
  return (
    <>
      <PageHeader title={t("Today's Top News")} count={found?.length} action={<ThemeToggle />} />
      <SearchInput
        value={search}
        onChange={searchFor}
        placeholder={t("Search news...")}
        className="mb-4 sm:max-w-96"
      />
      {/* What is below the form comes with it. */}
      <Suspense>
        {isAdmin && <AnnouncementForm />}
        {typeof news?.problem === "string" && (
          <ErrorNotice message={news.problem} className="mb-4" />
        )}
        {error !== null && <ErrorNotice message={UNREADABLE} onRetry={retry} className="mb-4" />}
        {!mayMove && (error === null || found !== undefined) && (
          <Articles
            articles={found}
            isAdmin={isAdmin}
            onShowAll={search.trim() === "" ? undefined : () => searchFor("")}
          />
        )}
      </Suspense>
    </>
  );
}

type ArticlesProps = {
  articles: readonly NewsItem[] | undefined;
  isAdmin: boolean;
  /** Given while a search is in force. */
  onShowAll: (() => void) | undefined;
};

function readerCard(article: NewsItem) {
  return <NewsCard article={article} mayWithdraw={false} />;
}

function adminCard(article: NewsItem) {
  return <NewsCard article={article} mayWithdraw />;
}

function Articles({ articles, isAdmin, onShowAll }: ArticlesProps) {
  if (articles === undefined) return <SkeletonCards count={6} label={t("Loading news...")} />;
  if (articles.length === 0) return <NoNews onShowAll={onShowAll} />;
  return <CardGrid className={GRID} rows={articles} card={isAdmin ? adminCard : readerCard} />;
}

function NoNews({ onShowAll }: Pick<ArticlesProps, "onShowAll">) {
  if (onShowAll === undefined) {
    return (
      <EmptyState
        icon={Newspaper}
        title={t("No news available.")}
        hint={t("Announcements and articles appear here by themselves.")}
        action={<LinkButton to={links.PUBLIC_PRODUCTS}>{t("See products")}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={Newspaper}
      title={t("No news available.")}
      hint={t("Nothing has these words in its title or text.")}
      action={<Button onClick={onShowAll}>{t("Show all news")}</Button>}
    />
  );
}
