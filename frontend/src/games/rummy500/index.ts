/** Rummy 500's part of the page. */

import type { GamePage } from "../../state/games";
import { loadTableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { rummyTexts } from "./texts";

const rummy500: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([rummyTexts.load(), loadTableTexts()]);
    },
  },
};

export default rummy500;
