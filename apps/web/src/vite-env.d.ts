/// <reference types="vite/client" />

interface Window {
  /**
   * Set by public/boot.js. Returns the tapped odds and the submitted forms from before hydration, and stops the
   * recording.
   */
  takeTaps?: () => HTMLElement[]
  /** Set by public/boot.js. Removes its styles, which hide collapsed leagues until the app has rendered the list. */
  endBootStyles?: () => void
}
