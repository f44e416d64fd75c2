/** From this width, three columns fit. A test compares it with `wide` in app.css. */
export const WIDE = '(min-width: 1100px)'
