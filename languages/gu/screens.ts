export const screens: Readonly<Record<string, string>> = {};
