/** The kinds of indexes that a data folder's database is opened with. */
import type { IndexKinds } from "../database/rows";
import { searchRows } from "./search/search";
import { buildSearchIndex, requireFewWords, updateSearchIndex } from "./search/searchIndex";
import { buildVectorIndex, searchVectors, updateVectorIndex } from "./search/vectorIndex";

export const INDEX_KINDS: IndexKinds = {
  search: {
    require: requireFewWords,
    update: updateSearchIndex,
    build: buildSearchIndex,
    search: searchRows,
  },
  vector: { update: updateVectorIndex, build: buildVectorIndex, search: searchVectors },
};
