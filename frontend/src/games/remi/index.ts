/** Remi's part of the page. */

import { cardTexts } from "../../cards/label";
import type { GamePage } from "../../state/games";
import { tableTexts } from "../../table/texts";
import Table from "./Table.svelte";
import { remiTexts } from "./texts";

const remi: GamePage = {
  Table,
  texts: {
    load: async () => {
      await Promise.all([remiTexts.load(), tableTexts.load(), cardTexts.load()]);
    },
  },
};

export default remi;
