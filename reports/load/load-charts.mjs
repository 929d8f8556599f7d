/* global document, uPlot, matchMedia, ResizeObserver, getComputedStyle */
// Runs in the page of a load run, after uPlot; reads its data from JSON in the page.
const data = JSON.parse(document.getElementById('chart-data').textContent);
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();
const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4'];

const axis = (more) => ({
  stroke: colour('--muted'),
  grid: { stroke: colour('--line'), width: 1 },
  ticks: { stroke: colour('--line'), width: 1 },
  ...more,
});

const draw = (id, unit, xName, { names, columns, limits = [] }, xAxis = {}) => {
  const host = document.getElementById(id);
  if (!host || columns[0].length === 0) return;
  const height = 260;
  const number = (value) => (value < 10 ? value.toFixed(1) : Math.round(value));
  const show = (value) =>
    value === null || value === undefined ? '–' : `${number(value)} ${unit}`;
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height,
      scales: {
        x: { time: false },
        y: { range: (_chart, _least, most) => [0, (most || 1) * 1.1] },
      },
      axes: [
        axis({ size: 36, ...xAxis }),
        axis({ size: 74, values: (_chart, ticks) => ticks.map((tick) => `${tick} ${unit}`) }),
      ],
      series: [
        {
          label: xName,
          value:
            xAxis.value ?? ((_chart, value) => (value === null ? '–' : `${value.toFixed(1)} s`)),
        },
        ...names.map((label, index) => ({
          label,
          stroke: colour(SERIES[index % SERIES.length]),
          width: 2,
          points: { show: columns[0].length < 90, size: 5 },
          // A time without answers is a gap.
          spanGaps: false,
          value: (_chart, value) => show(value),
        })),
        ...limits.map(({ name }) => ({
          label: name,
          stroke: colour('--bad'),
          width: 1,
          dash: [6, 4],
          points: { show: false },
          value: (_chart, value) => show(value),
        })),
      ],
    },
    [...columns, ...limits.map(({ value }) => columns[0].map(() => value))],
    host,
  );
  new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height })).observe(host);
};

const percentile = (nines) => `${Number((100 * (1 - 10 ** -nines)).toFixed(2))} %`;
draw('latency', 'ms', 'after', data.latency, {
  values: (_chart, ticks) => ticks.map((tick) => `${tick} s`),
});
draw('distribution', 'ms', 'of requests', data.distribution, {
  splits: () => [0, 0.30103, 1, 2, 3, 4],
  values: (_chart, ticks) => ticks.map((tick) => (tick === 0 ? '' : percentile(tick))),
  value: (_chart, value) => (value === null ? '–' : percentile(value)),
});
draw('generator', '%', 'after', data.generator, {
  values: (_chart, ticks) => ticks.map((tick) => `${tick} s`),
});
