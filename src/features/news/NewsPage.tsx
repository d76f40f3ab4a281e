/** /newsfeed: 'Today's Top News', for everybody; dark unless somebody chose otherwise (spec §2.7). */
import { useQuery } from "convex/react";
import { Newspaper } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useSession } from "../../lib/useSession";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { PageHeader } from "../../ui/PageHeader";
import { SearchInput } from "../../ui/SearchInput";
import { SkeletonCards } from "../../ui/Skeleton";
import { ThemeToggle } from "../../ui/ThemeToggle";
import { useDarkByDefault } from "../../ui/theme";
import { AnnouncementForm } from "./AnnouncementForm";
import { NewsCard } from "./NewsCard";
import { matching, type NewsItem } from "./newsFilter";

const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3";

export function NewsPage() {
  useDarkByDefault();
  const news = useQuery(api.news.feed, {});
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const session = useSession();
  const isAdmin = session.state === "signedIn" && session.me.role === "admin";
  const found = news === undefined ? undefined : matching(news.articles, search);
  return (
    <>
      <PageHeader title="Today’s Top News" count={found?.length} action={<ThemeToggle />} />
      <SearchInput
        value={search}
        onChange={(text) =>
          setParams(text === "" ? {} : { search: text }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        placeholder="Search news..."
        className="mb-4 sm:max-w-96"
      />
      {isAdmin && <AnnouncementForm />}
      {typeof news?.problem === "string" && <ErrorNotice message={news.problem} className="mb-4" />}
      <Articles articles={found} isAdmin={isAdmin} />
    </>
  );
}

type ArticlesProps = { articles: readonly NewsItem[] | undefined; isAdmin: boolean };

function Articles({ articles, isAdmin }: ArticlesProps) {
  if (articles === undefined) return <SkeletonCards count={6} label="Loading news..." />;
  if (articles.length === 0) {
    return (
      <EmptyState
        icon={Newspaper}
        title="No news available."
        hint="Announcements and articles appear here by themselves."
      />
    );
  }
  return (
    <div className={GRID}>
      {articles.map((article) => (
        <NewsCard key={article._id} article={article} mayWithdraw={isAdmin} />
      ))}
    </div>
  );
}
