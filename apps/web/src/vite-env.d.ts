/// <reference types="vite/client" />

interface Window {
  /**
   * Set by public/boot.js: the odds that were tapped and the forms that were sent before hydration. Afterwards none are
   * kept.
   */
  takeTaps?: () => HTMLElement[]
  /** Set by public/boot.js. Removes its styles, which hide collapsed leagues until the app has rendered the list. */
  endBootStyles?: () => void
}
