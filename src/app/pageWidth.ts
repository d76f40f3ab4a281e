/** The width that bars and lists share: wide screens show more columns, and lines of a table stay readable. */
export const PAGE_WIDTH = "mx-auto w-full max-w-[1680px]";
/** The space beside them. */
export const GUTTER = "px-4 md:px-6 xl:px-8";
