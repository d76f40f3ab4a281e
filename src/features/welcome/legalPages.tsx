/** /contact, /terms, /privacy, /cookies: the footer's pages. */
import { CONTACT, COOKIES, PRIVACY, TERMS } from "./legal";
import { TextPage } from "./TextPage";

export function ContactPage() {
  return <TextPage title="Contact" lead="Who to ask, and where." chapters={CONTACT} />;
}

export function TermsPage() {
  return (
    <TextPage title="Terms" lead="What holds between those who trade here." chapters={TERMS} />
  );
}

export function PrivacyPage() {
  return (
    <TextPage title="Privacy" lead="What is known about you, and by whom." chapters={PRIVACY} />
  );
}

export function CookiesPage() {
  return <TextPage title="Cookies" lead="What Mandi keeps in your browser." chapters={COOKIES} />;
}
