/** Rummy 500's part of the page. */

import { cardTexts } from "../../cards/label";
import type { GamePage } from "../../state/games";
import { tableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { rummyTexts } from "./texts";

const rummy500: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([rummyTexts.load(), tableTexts.load(), cardTexts.load()]);
    },
  },
};

export default rummy500;
