/** The kinds of indexes that a data folder's database is opened with. */
import type { IndexKinds } from "../database/rows";
import { searchRows } from "./search/search";
import { buildSearchIndex, updateSearchIndex } from "./search/searchIndex";
import { buildVectorIndex, searchVectors, updateVectorIndex } from "./search/vectorIndex";

export const INDEX_KINDS: IndexKinds = {
  search: { update: updateSearchIndex, build: buildSearchIndex, search: searchRows },
  vector: { update: updateVectorIndex, build: buildVectorIndex, search: searchVectors },
};
