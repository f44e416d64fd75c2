/**
 * As the `ref` of what takes the place of a control that was pressed: it gets the focus that went with it. Without, a
 * screen reader is at the top of the page again. Nobody loses it who is elsewhere meanwhile.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus({ preventScroll: true })
}
