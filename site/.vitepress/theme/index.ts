import defaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default defaultTheme;
