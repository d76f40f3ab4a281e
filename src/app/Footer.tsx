/** The footer of the public pages; it links to login and sign-up only for visitors. */
import { Link } from "react-router-dom";
import { Logo } from "../ui/Logo";

const LINKS = [
  { label: "Products", to: "/products" },
  { label: "About", to: "/about" },
  { label: "Daily News", to: "/newsfeed" },
  { label: "Contact", to: "/contact" },
  { label: "Terms", to: "/terms" },
  { label: "Privacy", to: "/privacy" },
  { label: "Cookies", to: "/cookies" },
  { label: "Developers", to: "/developers" },
];
const WAYS_IN = [
  { label: "Login", to: "/auth/login" },
  { label: "Sign Up", to: "/auth/signup" },
];

export function Footer({ isSignedIn }: { isSignedIn: boolean }) {
  const links = isSignedIn ? LINKS : [...LINKS, ...WAYS_IN];
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-8 gap-y-4 px-4 py-8">
        <Logo />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {links.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="rounded-sm text-muted hover:text-ink hover:underline"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <p className="text-sm text-muted md:ml-auto">© 2024 Mandi. All rights reserved.</p>
      </div>
    </footer>
  );
}
