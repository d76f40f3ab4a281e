/** /contact, /terms, /privacy, /cookies: the footer's pages. */
import { CONTACT, COOKIES, PRIVACY, TERMS, type Chapter } from "./legal";
import { t } from "../../../domain/language/texts";

export function ContactPage() {
  return <TextPage title={t("Contact")} lead={t("Who to ask, and where.")} chapters={CONTACT} />;
}

export function TermsPage() {
  return (
    <TextPage
      title={t("Terms")}
      lead={t("What holds between those who trade here.")}
      chapters={TERMS}
    />
  );
}

export function PrivacyPage() {
  return (
    <TextPage
      title={t("Privacy")}
      lead={t("What is known about you, and by whom.")}
      chapters={PRIVACY}
    />
  );
}

export function CookiesPage() {
  return (
    <TextPage
      title={t("Cookies")}
      lead={t("What Mandi keeps in your browser.")}
      chapters={COOKIES}
    />
  );
}

type TextPageProps = { title: string; lead: string; chapters: readonly Chapter[] };

function TextPage({ title, lead, chapters }: TextPageProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-12">
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight">
        {title}
      </h1>
      <p className="mt-3 max-w-text text-md text-muted">{lead}</p>
      {chapters.map(({ heading, paragraphs }) => (
        <section key={heading} className="mt-8">
          <h2 className="text-lg font-semibold">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 max-w-text text-md text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
