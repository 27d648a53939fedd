/** Ladder Rummy's part of the page. */

import type { GamePage } from "../../state/games";
import { loadTableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { ladderTexts } from "./texts";

const ladder: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([ladderTexts.load(), loadTableTexts()]);
    },
  },
};

export default ladder;
