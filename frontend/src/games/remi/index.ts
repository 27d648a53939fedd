/** Remi's part of the page. */

import type { GamePage } from "../../state/games";
import { loadTableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { remiTexts } from "./texts";

const remi: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([remiTexts.load(), loadTableTexts()]);
    },
  },
};

export default remi;
