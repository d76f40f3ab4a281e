/** Two signs, a finger wide, with which a partner is called or written to. */
import { cx } from "../../../lib/cx";
import { telHref, mailtoHref } from "../../../device/contactLinks";
import "./glyphs.css";

export type ContactIconsProps = {
  phone: string;
  email: string | undefined;
  className?: string;
};

const LOOK = "grid size-[44px] place-items-center rounded-sm hover:bg-hover";

export function ContactIcons({ phone, email, className }: ContactIconsProps) {
  return (
    <div className={cx("flex shrink-0", className)}>
      <a href={telHref(phone)} title={phone} aria-label={`Phone ${phone}`} className={LOOK}>
        <span aria-hidden className="glyph glyph-large glyph-phone" />
      </a>
      {email !== undefined && (
        <a href={mailtoHref(email)} title={email} aria-label={`E-mail ${email}`} className={LOOK}>
          <span aria-hidden className="glyph glyph-large glyph-mail" />
        </a>
      )}
    </div>
  );
}
