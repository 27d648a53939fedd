/** Ladder Rummy's part of the page. */

import { cardTexts } from "../../cards/label";
import type { GamePage } from "../../state/games";
import { tableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { ladderTexts } from "./texts";

const ladder: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([ladderTexts.load(), tableTexts.load(), cardTexts.load()]);
    },
  },
};

export default ladder;
