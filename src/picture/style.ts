/**
 * How pictures look: classes alone, so that a page can forbid inline styles. Colours follow `color-scheme`, light or dark, of whatever
 * the pictures stand in.
 */

/** Contrast of words on their ground is 4.5 or more in both; of bars 3 or more. */
export const pictureStyle = `
.lt {
  --lt-ink: light-dark(#1f262b, #e3e8ea); --lt-muted: light-dark(#566069, #a2adb4); --lt-line: light-dark(#e3dfd7, #2c363d);
  --lt-ground: light-dark(#fffefb, #161c21); --lt-raised: light-dark(#f6f4f0, #1d252b); --lt-chosen: light-dark(#e2efee, #17343a);
  --lt-pipe: light-dark(#0b6e75, #62c7c8); --lt-onpipe: light-dark(#ffffff, #06282a); --lt-drain: light-dark(#7fb8b9, #2f7478);
  --lt-steps: light-dark(#5b6fb0, #9db0ee); --lt-block: light-dark(#7a828a, #95a1a9); --lt-around: light-dark(#d3e3e2, #203d42);
  --lt-aroundline: light-dark(#8fb9b8, #3f7479); --lt-wait: light-dark(#e0a23a, #d59a3c); --lt-read: light-dark(#2f7fb5, #74b9ea);
  --lt-written: light-dark(#c2571a, #f0a06a); --lt-level: light-dark(#6d5aa8, #b3a2ec); --lt-busy: light-dark(#8a6d00, #d9bd55); --lt-cursor: light-dark(#1f262b22, #e3e8ea2a);
  --lt-hot: light-dark(#b3261e, #ff8a80);
  font: 13px/1.5 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--lt-ink);
}
.lt svg { display: block; } .lt svg text { font: 12px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--lt-ink); }
.lt svg .lt-ground { fill: var(--lt-ground); }
.lt svg .lt-back { fill: transparent; } .lt svg .lt-back:hover { fill: var(--lt-raised); } .lt svg .lt-chosen, .lt svg .lt-chosen:hover { fill: var(--lt-chosen); }
.lt svg .lt-rule { stroke: var(--lt-line); fill: none; } .lt svg .lt-title { font-size: 11px; font-weight: 600; letter-spacing: .03em; fill: var(--lt-muted); }
.lt svg .lt-name { font-weight: 600; } .lt svg .lt-note, .lt svg .lt-tickword { font-size: 11px; fill: var(--lt-muted); } .lt svg .lt-tickword { fill: var(--lt-ink); }
.lt svg .lt-code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 10.5px; }
.lt svg .lt-right { text-anchor: end; } .lt svg .lt-middle { text-anchor: middle; } .lt svg .lt-fold { fill: var(--lt-muted); cursor: pointer; }
.lt svg .lt-grid, .lt svg .lt-cell { stroke: var(--lt-line); fill: none; } .lt svg .lt-cell { opacity: .55; } .lt svg .lt-end { stroke: var(--lt-muted); stroke-dasharray: 3 3; fill: none; }
.lt svg .lt-cursor { fill: var(--lt-cursor); pointer-events: none; }
.lt svg .lt-plot { cursor: grab; } .lt svg .lt-plot path, .lt svg .lt-plot text, .lt svg .lt-label, .lt svg .lt-note { pointer-events: none; }
.lt svg .lt-pipe { fill: var(--lt-pipe); } .lt svg .lt-drain { fill: var(--lt-drain); } .lt svg .lt-steps { fill: var(--lt-steps); }
.lt svg .lt-many3 { opacity: .78; } .lt svg .lt-many2 { opacity: .56; } .lt svg .lt-many1 { opacity: .36; }
.lt svg .lt-block { fill: var(--lt-block); } .lt svg .lt-around, .lt svg .lt-process { fill: var(--lt-around); stroke: var(--lt-aroundline); stroke-width: .6; }
.lt svg .lt-if { fill: none; stroke: var(--lt-muted); stroke-dasharray: 3 2; } .lt svg .lt-wait { fill: var(--lt-wait); }
.lt svg .lt-tick { stroke: var(--lt-ground); stroke-width: 1; fill: none; } .lt svg .lt-inbar { font-size: 10px; fill: var(--lt-onpipe); }
.lt svg .lt-flightback { fill: var(--lt-ground); } .lt svg .lt-even { fill: var(--lt-pipe); } .lt svg .lt-odd { fill: var(--lt-drain); }
.lt svg .lt-inlane { font-size: 9px; fill: var(--lt-onpipe); } .lt svg .lt-inodd { fill: light-dark(#06282a, #ffffff); } .lt svg .lt-opener { cursor: pointer; } .lt svg .lt-loads, .lt svg .lt-read { fill: var(--lt-read); } .lt svg .lt-stores, .lt svg .lt-written { fill: var(--lt-written); }
.lt svg .lt-full { stroke: var(--lt-line); stroke-dasharray: 2 3; fill: none; } .lt svg .lt-level { fill: var(--lt-level); } .lt svg .lt-busy { fill: var(--lt-busy); }
.lt svg .lt-bit { stroke: var(--lt-pipe); stroke-width: 1.4; fill: none; } .lt svg .lt-high { fill: var(--lt-around); } .lt svg .lt-dense { fill: var(--lt-drain); } .lt svg .lt-bus { stroke: var(--lt-pipe); fill: var(--lt-ground); }
.lt svg .lt-value { font: 10px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.lt svg .lt-op { fill: var(--lt-pipe); } .lt svg .lt-oplight { fill: var(--lt-drain); } .lt svg .lt-hot { fill: var(--lt-hot); } .lt svg .lt-hotline { stroke: var(--lt-hot); stroke-width: 1.6; fill: none; }
.lt svg .lt-hotword { fill: var(--lt-hot); font-weight: 600; } .lt svg .lt-slot { fill: var(--lt-raised); stroke: var(--lt-line); } .lt svg .lt-slotword { font-size: 11px; fill: var(--lt-onpipe); }
.lt svg .lt-link { stroke: var(--lt-muted); stroke-width: 1; fill: none; opacity: .6; } .lt svg .lt-stage { fill: var(--lt-raised); } .lt svg .lt-node { fill: var(--lt-ground); stroke: var(--lt-hot); stroke-width: 1.4; }
.lt-lead { font-size: 15px; margin: .2em 0 .6em; } .lt-lead strong { font-weight: 650; }
.lt-say { margin: .3em 0; max-width: 78ch; } .lt-quiet { color: var(--lt-muted); font-size: 12px; }
.lt-legend { display: flex; flex-wrap: wrap; gap: .2em 1.2em; margin: .4em 0; padding: 0; list-style: none; color: var(--lt-muted); font-size: 12px; }
.lt-legend li { display: flex; align-items: center; gap: .45em; } .lt-legend svg { flex: none; }
.lt-scroll { overflow: auto; border: 1px solid var(--lt-line); border-radius: 8px; background: var(--lt-ground); }
.lt-view { overflow: auto; max-height: 68vh; border: 1px solid var(--lt-line); border-radius: 8px; background: var(--lt-ground); outline-offset: 2px; }
.lt-view:focus-visible { outline: 2px solid var(--lt-pipe); }
.lt-tools { display: flex; flex-wrap: wrap; align-items: center; gap: .4em; margin: .5em 0; }
.lt-tools button, .lt-pane button { font: inherit; color: inherit; background: var(--lt-raised); border: 1px solid var(--lt-line); border-radius: 6px; padding: .15em .7em; cursor: pointer; min-height: 26px; }
.lt-tools button:hover, .lt-pane button:hover { border-color: var(--lt-pipe); } .lt-tools button:focus-visible, .lt-pane button:focus-visible { outline: 2px solid var(--lt-pipe); outline-offset: 1px; }
.lt-told { min-height: 1.5em; color: var(--lt-muted); font-variant-numeric: tabular-nums; flex: 1 1 20em; }
.lt-pane { margin: .8em 0; } .lt h2, .lt h3 { font-size: 14px; font-weight: 650; margin: 1em 0 .3em; } .lt h2 { font-size: 16px; }
.lt table { border-collapse: collapse; font-size: 12.5px; font-variant-numeric: tabular-nums; } .lt th, .lt td { text-align: left; padding: .2em 1em .2em 0; vertical-align: top; border-bottom: 1px solid var(--lt-line); }
.lt th { color: var(--lt-muted); font-weight: 600; } .lt td.lt-number, .lt th.lt-number { text-align: right; } .lt code { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.lt summary { cursor: pointer; color: var(--lt-muted); } .lt-keys kbd { font: 11px ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--lt-line); border-radius: 4px; padding: 0 .35em; background: var(--lt-raised); }
`;

/** Of a page of its own. */
export const pageStyle = `
:root { color-scheme: light dark; background: light-dark(#f6f4f0, #11161a); }
body { margin: 0 auto; max-width: 1320px; padding: 1.2rem 1.2rem 3rem; }
h1 { font: 600 21px/1.3 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; margin: 0 0 .2em; }
pre { overflow: auto; } .lt-line { display: block; } .lt-source { border: 1px solid var(--lt-line); border-radius: 8px; background: var(--lt-ground); padding: .6em .8em; font: 12px/1.55 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; max-height: 26em; }
.lt-line.lt-lit { background: var(--lt-chosen); } .lt-nr { color: var(--lt-muted); display: inline-block; min-width: 3em; user-select: none; }
`;
