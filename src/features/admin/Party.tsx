/** A name above its e-mail, both within one 40 px row. */
export function Party({ name, email }: { name: string; email: string }) {
  return (
    <span className="block md:max-w-28 md:text-xs/4 lg:max-w-36 xl:max-w-44">
      <span className="block font-medium md:truncate" title={name}>
        {name}
      </span>
      <span className="block text-muted md:truncate" title={email}>
        {email}
      </span>
    </span>
  );
}
