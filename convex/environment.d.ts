/** The one thing of Node's that Convex's runtime has: the deployment's variables. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
