import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
await startLanguage();
mount(App, { target });
