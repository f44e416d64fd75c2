/**
 * From this width, the slip fits beside the content, and a row of the list has several markets. A test compares both
 * widths with `lg` and `wide` in app.css.
 */
export const TWO_COLUMNS = '(min-width: 1024px)'

/** From this width, the sports fit as a third column. */
export const WIDE = '(min-width: 1100px)'
