/** The surfaces of a narrow screen, one at a time. */

import type { Component } from 'svelte'

export interface Tab {
  key: string
  label: string
  /** A component, or the text of an SVG. */
  icon?: Component<{ width?: number | string; height?: number | string }> | string | undefined
  /** How much is new there. */
  count?: number | undefined
  /** What is counted, where it is something else than news. */
  said?: string | undefined
}

/** The tab to show: the wished one, or the first if that is not there. */
export function shownTab(tabs: readonly Tab[], wished: string): string {
  return tabs.some((each) => each.key === wished) ? wished : (tabs[0]?.key ?? '')
}
