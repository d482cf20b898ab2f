// Draws a chart above each table that has a column goodput/s. The table is all that the chart knows. It stays below the
// chart, for those who see none and for those who want the figures. Without this script the page has its tables.
(() => {
  const LIBRARY = new URL("echarts.min.js", document.currentScript.src).href
  const ROW = 56, HEADER = "goodput/s", CAPACITY = "predicted capacity/s"
  const MEASURES = /^(goodput\/s|p\d+ ms|CPU for each request|(app CPU, )?ratio to blocking)$/
  const NAMES = Object.keys(VARIANTS).sort((a, b) => b.length - a.length)
  const still = matchMedia("(prefers-reduced-motion: reduce)"), dark = matchMedia("(prefers-color-scheme: dark)")

  /** A mean with its interval, from "2,609 ± 306" or "0.95 [0.85, 1.06]"; null where there is no figure. */
  function figure(text) {
    const found = /^([\d,.]+)(?:\s*±\s*([\d,.]+)|[^[\d]*\[([\d,.]+), ([\d,.]+)\])?/.exec(text)
    if (!found) return null
    const [value, half, low, high] = found.slice(1).map((part) => part && Number(part.replaceAll(",", "")))
    return half !== undefined ? { value, low: value - half, high: value + half } : { value, low, high }
  }

  /** The rows of a table that holds the goodput of variants, else none. */
  function rows(table) {
    const headings = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim())
    if (!headings.includes(HEADER) || !headings.includes("variant")) return []
    return [...table.querySelectorAll("tbody tr")].map((line) => {
      const texts = [...line.cells].map((cell) => cell.innerText.trim())
      const cells = Object.fromEntries(headings.map((heading, index) => [heading, texts[index]]))
      const variant = NAMES.find((name) => cells.variant.startsWith(name)) ?? cells.variant
      const rest = cells.variant.slice(variant.length).replace(/^ \((.*)\)$/, "$1").replace(/^[ ,]+/, "")
      const verdict = /INVALID|SUSPECT/.exec(cells.verdict ?? cells.variant)?.[0] ?? ""
      return { cells, variant, verdict, said: [rest, cells.level, cells.column].filter(Boolean).join(" · ") }
    })
  }

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties)
    made.append(...children)
    return made
  }

  function select(label, values, changed) {
    const made = element("select", {}, ...values.map((value) => element("option", { value }, value)))
    made.addEventListener("change", changed)
    return { box: element("label", {}, `${label} `, made), value: () => made.value }
  }

  /** Puts the chart of a table above it. */
  function build(table, all) {
    const headings = Object.keys(all[0].cells), hidden = new Set()
    const measure = select("Show", headings.filter((heading) => MEASURES.test(heading)), () => draw())
    const experiments = [...new Set(all.map((row) => row.cells.experiment).filter(Boolean))]
    const experiment = select("Experiment", experiments, () => draw())
    const toggles = [...new Set(all.map((row) => row.variant))].map((name) => {
      const made = element("button", { type: "button", textContent: name })
      made.style.setProperty("--variant", VARIANTS[name] ?? "currentColor")
      made.setAttribute("aria-pressed", "true")
      made.addEventListener("click", () => {
        hidden.delete(name) || hidden.add(name)
        made.setAttribute("aria-pressed", String(!hidden.has(name)))
        draw()
      })
      return made
    })
    const group = element("div", { className: "chart-variants" }, ...toggles)
    group.setAttribute("role", "group")
    group.setAttribute("aria-label", "Variants to show")
    const canvas = element("div", { className: "chart-canvas" })
    canvas.setAttribute("role", "img")
    const controls = element("div", { className: "chart-controls" }, measure.box)
    if (experiments.length > 1) controls.append(experiment.box)
    if (toggles.length > 1) controls.append(group)
    const note = element("p", { className: "chart-note" })
    const before = table.closest(".table-wrapper") ?? table
    before.before(element("div", { className: "chart" }, controls, canvas, note))
    let chart, width

    function draw() {
      width = canvas.clientWidth
      if (width === 0) return // within details that are closed
      chart ??= echarts.init(canvas, null, { renderer: "svg", width: 1, height: 1 })
      const shown = all.filter((row) => !hidden.has(row.variant) && figure(row.cells[measure.value()]) &&
        (experiments.length < 2 || row.cells.experiment === experiment.value()))
      canvas.style.height = `${shown.length * ROW + 52}px`
      canvas.setAttribute("aria-label", `Bars of ${measure.value()}; the table below has the figures`)
      note.textContent = notes(shown, measure.value())
      chart.resize({ width, height: "auto" })
      chart.setOption(options(shown, measure.value(), getComputedStyle(document.body)), true)
    }
    draw()
    new ResizeObserver(() => canvas.clientWidth === width || draw()).observe(canvas.parentElement)
    new MutationObserver(draw).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] })
    dark.addEventListener("change", draw)
  }

  function notes(shown, measure) {
    const figures = shown.map((row) => figure(row.cells[measure]))
    return [
      measure,
      figures.some((one) => one.low !== undefined) ? "whiskers: 95 % interval" : "one run each, no interval",
      measure === HEADER && shown.some((row) => figure(row.cells[CAPACITY] ?? "")) ? "rule: predicted capacity" : "",
      configured(shown) ? "hatched: stock" : "",
      shown.some((row) => row.verdict) ? "pale: SUSPECT or INVALID" : "",
    ].filter(Boolean).join("; ")
  }

  /** Whether stock stands beside another configuration. */
  const configured = (shown) => new Set(shown.map((row) => row.said.startsWith("stock"))).size > 1

  function options(shown, measure, style) {
    const ink = style.getPropertyValue("--color-foreground-primary")
    const soft = style.getPropertyValue("--color-foreground-secondary")
    const line = style.getPropertyValue("--color-background-border")
    const paper = style.getPropertyValue("--color-background-primary")
    const figures = shown.map((row) => figure(row.cells[measure])), hatched = configured(shown)
    const capacities = measure === HEADER ? shown.map((row) => figure(row.cells[CAPACITY] ?? "")?.value ?? null) : []
    const label = (name, index) => {
      const row = shown[index]
      const verdict = row.verdict ? `  {v|${row.verdict}}` : ""
      return `{n|${row.variant}}  {f|${row.cells[measure].split("\n")[0]}}${verdict}\n{s|${row.said || " "}}`
    }
    const rich = (fontWeight, color) => ({ fontSize: 12.5, lineHeight: 15, fontWeight, color })
    return {
      animation: !still.matches,
      animationDuration: 300,
      grid: { left: 4, right: 14, top: 22, bottom: 30 },
      tooltip: {
        trigger: "axis", axisPointer: { type: "shadow" }, confine: true, backgroundColor: paper, borderColor: line,
        textStyle: { color: ink, fontSize: 13 },
        formatter: ([at]) => element("div", {}, ...Object.entries(shown[at.dataIndex].cells)
          .map(([heading, text]) => element("div", {}, `${heading}: ${text.replaceAll("\n", ", ")}`))),
      },
      xAxis: { min: 0, splitNumber: 4, axisLabel: { color: soft }, splitLine: { lineStyle: { color: line } } },
      yAxis: {
        type: "category", inverse: true, data: shown.map((_, index) => String(index)),
        axisTick: { show: false }, axisLine: { lineStyle: { color: soft } },
        axisLabel: {
          inside: true, interval: 0, margin: 4, align: "left", verticalAlign: "bottom", padding: [0, 0, 6, 0],
          formatter: label, textBorderColor: paper, textBorderWidth: 2,
          rich: { n: rich("bold", ink), f: rich("normal", ink), v: rich("bold", soft), s: rich("normal", soft) },
        },
        z: 10,
      },
      series: [
        {
          type: "bar", barWidth: 13, barCategoryGap: 0, itemStyle: { borderRadius: 2 },
          data: shown.map((row, index) => ({ value: figures[index].value, itemStyle: look(row, hatched) })),
        },
        {
          type: "custom", silent: true, clip: true, z: 5, encode: { x: [0, 1], y: 2 },
          data: figures.map((one, at) => [one.low, one.high, at]), renderItem: (_, api) => whisker(api, ink, paper),
        },
        { type: "scatter", silent: true, symbol: "rect", symbolSize: [3, 22], itemStyle: { color: soft }, data: capacities },
        ...(measure.startsWith("ratio") ? [{ type: "bar", data: [], markLine: {
          silent: true, symbol: "none", label: { show: false }, lineStyle: { color: ink }, data: [{ xAxis: 1 }] } }] : []),
      ],
    }
  }

  function look(row, hatched) {
    const color = VARIANTS[row.variant] ?? "#888888"
    const stock = hatched && row.said.startsWith("stock")
    return {
      color, opacity: row.verdict ? 0.55 : 1,
      ...(stock && { decal: { color: "rgba(255, 255, 255, .65)", dashArrayX: [1, 0], dashArrayY: [3, 4], rotation: -Math.PI / 4 } }),
    }
  }

  function whisker(api, ink, halo) {
    if (isNaN(api.value(0))) return null
    const [left, y] = api.coord([api.value(0), api.value(2)]), [right] = api.coord([api.value(1), api.value(2)])
    const rules = [[left, y, right, y], [left, y - 4, left, y + 4], [right, y - 4, right, y + 4]]
    const drawn = (stroke, lineWidth) => rules.map(([x1, y1, x2, y2]) =>
      ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth } }))
    return { type: "group", children: [...drawn(halo, 4), ...drawn(ink, 1.5)] }
  }

  /** A region that scrolls can be reached by keyboard and has a name. */
  function reachable(wrapper) {
    const scrolls = wrapper.scrollWidth > wrapper.clientWidth
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", "Scrolls sideways"]])
      scrolls ? wrapper.setAttribute(name, value) : wrapper.removeAttribute(name)
  }

  document.addEventListener("DOMContentLoaded", () => {
    const regions = document.querySelectorAll(".table-wrapper, div.highlight pre, article p:has(> img)")
    const watch = new ResizeObserver((seen) => seen.forEach((one) => reachable(one.target)))
    regions.forEach((region) => watch.observe(region))
    const found = [...document.querySelectorAll("article table")].map((table) => [table, rows(table)])
    const charted = found.filter(([, all]) => all.length > 0)
    if (charted.length === 0) return
    const library = element("script", { src: LIBRARY })
    library.addEventListener("load", () => charted.forEach(([table, all]) => build(table, all)))
    document.head.append(library)
  })
})()
