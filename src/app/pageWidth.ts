/** The width that bars and lists share: wide screens show more columns, and lines of a table stay readable. */
export const PAGE_WIDTH = "mx-auto w-full max-w-[1680px]";
/** The space beside them: it does not grow with the text, which needs the room. */
export const GUTTER = "px-[16px] md:px-[24px] xl:px-[32px]";
