import type { Theme } from "vitepress";
import defaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent } from "vue";
import "./style.css";

export default {
  extends: defaultTheme,
  enhanceApp({ app }) {
    app.component(
      "Playground",
      defineAsyncComponent(() => import("../../playground/Playground.vue")),
    );
  },
} satisfies Theme;
