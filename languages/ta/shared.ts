export const shared: Readonly<Record<string, string>> = {};
