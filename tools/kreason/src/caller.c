// SPDX-License-Identifier: GPL-2.0-only
#include "caller.h"

#include <stdio.h>

#include "str.h"

/*
 * Begins of names; the whole name where it ends in "$". Compilers add suffixes such as
 * ".constprop.0".
 */
static bool match(const char *function, const char *pattern)
{
	size_t len = strlen(pattern);

	if (pattern[len - 1] != '$')
		return !strncmp(function, pattern, len);
	len--;
	return !strncmp(function, pattern, len) && (!function[len] || function[len] == '.');
}

static bool match_any(const char *function, const char *const *patterns, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (match(function, patterns[i]))
			return true;
	return false;
}

#define ANY(function, list) match_any(function, list, ARRAY_SIZE(list))

/* The allocator itself, and what prints. */
static const char *const allocator[] = {
	"___cache_alloc",
	"____cache_alloc",
	"___kmalloc",
	"___slab_alloc",
	"__alloc_and_insert",
	"__alloc_frozen_pages",
	"__alloc_pages",
	"__alloc_percpu",
	"__do_kmalloc",
	"__dump_stack",
	"__folio_alloc",
	"__get_free_page",
	"__kmalloc",
	"__kmem_cache_alloc",
	"__kvmalloc",
	"__slab_alloc",
	"__vmalloc",
	"__warn_alloc",
	"_dump_stack",
	"alloc_fail",
	"__pcs_",
	"__refill_objects",
	"alloc_empty_sheaf",
	"alloc_from_new_slab",
	"alloc_from_pcs",
	"alloc_frozen_pages",
	"alloc_full_sheaf",
	"alloc_kmem_pages",
	"alloc_page_",
	"alloc_pages",
	"alloc_percpu",
	"alloc_slab_page",
	"allocate_slab",
	"cache_alloc",
	"cache_grow",
	"cma_alloc",
	"dump_backtrace",
	"dump_stack",
	"fallback_alloc",
	"folio_alloc",
	"get_free_pages",
	"get_page_from_freelist",
	"get_zeroed_page",
	"kmalloc",
	"kmem_cache_alloc",
	"kmem_cache_zalloc",
	"kmem_getpages",
	"kvmalloc",
	"new_slab",
	"new_node_page",
	"pcpu_alloc",
	"pcpu_balance",
	"pcpu_create_chunk",
	"pcpu_populate_chunk",
	"rmqueue",
	"show_backtrace",
	"show_stack",
	"show_trace",
	"slab_alloc",
	"slab_out_of_memory",
	"unwind_backtrace",
	"vm_area_alloc_pages",
	"vmalloc",
	"vzalloc",
	"vmap",
	"__get_vm_area",
	"alloc_vmap_area",
	"warn_alloc",
	"kzalloc",
	"__kmem_getpages",
	"kmem_alloc_page",
	"cache_alloc_refill",
	"__alloc_percpu_gfp",
	"drain_local_pages",
	"allocslab",
	"try_charge",
	"refill_obj_stock",
	"alloc_slab_obj_exts",
	"refill_objects",
	"refill_sheaf",
	"vma_alloc_folio",
};

/* They allocate for whoever called them. */
static const char *const helpers[] = {
	"__alloc_skb",
	"__build_skb",
	"__dma_alloc",
	"__dma_direct_alloc",
	"__iommu_dma_alloc",
	"__krealloc",
	"__napi_alloc_skb",
	"__netdev_alloc_skb",
	"__page_frag",
	"__pskb_copy",
	"__skb_",
	"alloc_contig",
	"alloc_skb",
	"arm_dma_alloc",
	"arm_iommu_alloc",
	"atomic_pool_expand",
	"bio_alloc",
	"bpf_map_area_alloc",
	"bpf_map_kmalloc",
	"build_skb",
	"devm_",
	"dma_alloc",
	"dma_common_alloc",
	"dma_direct_alloc",
	"dma_generic_alloc",
	"dma_pool_alloc",
	"dmam_alloc",
	"iommu_dma_alloc",
	"krealloc",
	"kmemdup",
	"kstrdup",
	"kstrndup",
	"kvmemdup",
	"memdup_user",
	"mempool_alloc",
	"napi_alloc_skb",
	"netdev_alloc_",
	"page_frag_",
	"page_pool_",
	"pskb_",
	"radix_tree_",
	"rhashtable_",
	"seq_buf_alloc",
	"single_open_size",
	"skb_",
	"sock_alloc_send",
	"sock_kmalloc",
	"swiotlb_alloc",
	"vmemdup_user",
	"x86_swiotlb_alloc",
	"xas_",
	"xa_",
};

static const char *const network[] = {
	"__alloc_skb", "__build_skb", "__napi_alloc_skb", "__netdev_alloc_skb", "__pskb_copy",
	"__skb_",      "alloc_skb",   "build_skb",	  "napi_alloc_skb",	"netdev_alloc_",
	"page_frag_",  "pskb_",	      "skb_",		  "sock_alloc_send",
};

/* Of the interrupt entries of all architectures those that are in nearly every such stack. */
static const char *const interrupts[] = {
	"__do_softirq",
	"__handle_irq_event",
	"__irq_exit_rcu",
	"asm_common_interrupt",
	"common_interrupt",
	"do_IRQ$",
	"do_softirq",
	"gic_handle_irq",
	"handle_IRQ",
	"handle_irq",
	"handle_softirqs",
	"irq_exit",
	"net_rx_action",
	"run_ksoftirqd",
	"tasklet_action",
	"__napi_poll",
	"el1_irq",
	"el1h_64_irq",
	"generic_handle_irq",
	"run_timer_softirq",
};

static const char *const reclaim[] = {
	"balance_pgdat",     "do_try_to_free_pages", "kswapd$",
	"shrink_folio_list", "shrink_inactive_list", "shrink_lruvec",
	"shrink_node",	     "shrink_page_list",     "shrink_slab",
	"shrink_zone",	     "swap_writepage",	     "try_to_free_pages",
	"pageout",
};

static const char *const compaction[] = {
	"__alloc_pages_direct_compact",
	"compact_zone",
	"try_to_compact_pages",
};

static const struct known_caller known[] = {
	{ "dma_atomic_pool_init", "the pools for DMA in atomic context, made at boot",
	  "only a device that needs such memory in atomic context would miss it", FALLBACK_OTHER },
	{ "reserve_ds_buffers", "perf's buffers of the debug store (PEBS, BTS), one for each CPU",
	  "perf works without precise sampling", FALLBACK_OTHER },
	{ "alloc_ds_buffer", "perf's buffers of the debug store (PEBS, BTS)",
	  "perf works without precise sampling", FALLBACK_OTHER },
	{ "rb_alloc_aux", "perf's AUX buffer", "it is tried again with smaller pieces",
	  FALLBACK_SMALLER },
	{ "alloc_skb_with_frags", "a packet in several pieces", "it is built of smaller pieces",
	  FALLBACK_SMALLER },
	{ "skb_page_frag_refill", "a page fragment for a packet", "a single page is tried next",
	  FALLBACK_SMALLER },
	{ "sk_page_frag_refill", "a page fragment for a packet", "a single page is tried next",
	  FALLBACK_SMALLER },
	{ "page_frag_alloc", "a page fragment for a packet", "a single page is tried next",
	  FALLBACK_SMALLER },
	{ "__page_frag_cache_refill", "a page fragment for a packet", "a single page is tried next",
	  FALLBACK_SMALLER },
	{ "avc_alloc_node", "an entry of SELinux's cache of decisions",
	  "the decision is computed and not cached", FALLBACK_OTHER },
	{ "do_huge_pmd_anonymous_page", "a huge page at a fault", "small pages are mapped",
	  FALLBACK_SMALLER },
	{ "alloc_fresh_h", "the pool of hugetlb pages", "the pool grows by less than was asked for",
	  FALLBACK_OTHER },
	{ "print_page_owner",
	  "the text of one entry in /sys/kernel/debug/page_owner, as large as the reader's buffer",
	  "the reader gets ENOMEM and can read with a smaller buffer", FALLBACK_NONE },
	{ "proc_sys_call_handler",
	  "a copy of what is read from or written to a sysctl, as large as the reader's buffer",
	  "the reader gets ENOMEM and can read with a smaller buffer", FALLBACK_NONE },
	{ "seq_read", "the text of a file in /proc or /sys", "the reader gets ENOMEM",
	  FALLBACK_NONE },
	{ "zs_malloc", "a compressed page of zram or zswap",
	  "the page is not swapped out and stays in memory", FALLBACK_NONE },
	{ "zram_", "a compressed page of zram", "the page is not swapped out and stays in memory",
	  FALLBACK_NONE },
	{ "iwl_rx", "buffers in which the wireless card receives",
	  "the ring is refilled later; packets are lost when it runs empty", FALLBACK_NONE },
	{ "htab_map_alloc", "a BPF hash table", "bpf(BPF_MAP_CREATE) returns ENOMEM",
	  FALLBACK_NONE },
	{ "bpf_map_alloc", "a BPF map", "bpf(BPF_MAP_CREATE) returns ENOMEM", FALLBACK_NONE },
	{ "aq_ring_alloc", "a descriptor ring of the network card",
	  "the interface does not come up", FALLBACK_NONE },
};

static void know(struct caller *c, const char *function)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known) && !c->known; i++)
		if (match(function, known[i].function)) {
			c->known = &known[i];
			str_copy(c->known_in, sizeof(c->known_in), function, strlen(function));
		}
}

/* The next frame that counts, from @i on; r->frames when there is none. */
static unsigned int next_frame(const struct report *r, unsigned int i, bool unsure_too)
{
	while (i < r->frames && r->frame[i].unsure && !unsure_too)
		i++;
	return i;
}

static void states(const struct report *r, unsigned int asker, bool unsure_too, bool whole,
		   struct caller *out)
{
	unsigned int i;
	bool kthread = starts(r->comm, "ksoftirqd/");

	out->interrupt = out->memalloc = whole ? TRI_NO : TRI_UNKNOWN;
	for (i = next_frame(r, asker, unsure_too); i < r->frames;
	     i = next_frame(r, i + 1, unsure_too)) {
		const char *function = r->frame[i].function;

		/* Where an interrupt's part ends, the interrupted task's begins. */
		if (r->frame[asker].interrupt && !r->frame[i].interrupt)
			break;
		if (ANY(function, interrupts))
			out->interrupt = TRI_YES;
		if (ANY(function, reclaim))
			out->memalloc = TRI_YES;
	}
	if (r->frame[asker].interrupt || kthread)
		out->interrupt = TRI_YES;
	if (starts(r->comm, "kswapd") && out->interrupt != TRI_YES)
		out->memalloc = TRI_YES;
}

static bool stack_has_end(const struct report *r, bool unsure_too)
{
	static const char *const ends[] = {
		"cpu_idle",	  "cpu_startup_entry", "do_syscall_64$", "el0_svc",
		"el0t_64_sync",	  "entry_SYSCALL",     "entry_SYSENTER", "kernel_thread",
		"kthread$",	  "ret_fast_syscall",  "ret_from_",	 "secondary_start",
		"start_kernel",	  "start_secondary",   "syscall_call",	 "sysenter",
		"system_call",	  "tracesys",	       "x86_64_start",	 "handle_sys",
		"syscall_common",
	};
	unsigned int i;

	for (i = next_frame(r, 0, unsure_too); i < r->frames; i = next_frame(r, i + 1, unsure_too))
		if (ANY(r->frame[i].function, ends))
			return true;
	return false;
}

void caller_of(const struct report *r, struct caller *c)
{
	bool unsure_too = false, known_end;
	unsigned int i, asker, last_helper = REPORT_FRAMES, shown = 0;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < r->frames; i++)
		if (ANY(r->frame[i].function, compaction))
			c->compaction = TRI_YES;
	if (starts(r->comm, "kswapd"))
		c->memalloc = TRI_YES;
	if (starts(r->comm, "ksoftirqd/"))
		c->interrupt = TRI_YES;

	i = next_frame(r, 0, false);
	for (;;) {
		while (i < r->frames && (ANY(r->frame[i].function, allocator) ||
					 ANY(r->frame[i].function, helpers))) {
			const char *function = r->frame[i].function;

			if (ANY(function, helpers)) {
				last_helper = i;
				/* The outermost says most of what is allocated. */
				str_copy(c->helper, sizeof(c->helper), function, strlen(function));
				c->network |= ANY(function, network);
				know(c, function);
			}
			i = next_frame(r, i + 1, unsure_too);
		}
		if (i < r->frames || unsure_too)
			break;
		/* Nothing but the allocator in the frames that are sure. */
		unsure_too = true;
		last_helper = REPORT_FRAMES;
		c->helper[0] = '\0';
		i = 0;
	}
	if (i >= r->frames)
		return;

	asker = i;
	if (ANY(r->frame[i].function, interrupts) && last_helper < r->frames)
		asker = last_helper;
	known_end = stack_has_end(r, unsure_too);
	c->unsure = unsure_too || r->trace_mixed;
	str_copy(c->function, sizeof(c->function), r->frame[asker].function,
		 strlen(r->frame[asker].function));
	if (!strcmp(c->helper, c->function))
		c->helper[0] = '\0';
	know(c, c->function);
	for (i = asker; i < r->frames; i = next_frame(r, i + 1, unsure_too)) {
		const struct frame *f = &r->frame[i];

		if (f->interrupt != r->frame[asker].interrupt)
			break;
		if (shown < 4) {
			str_add(c->path, sizeof(c->path), "%s%s", shown ? " <- " : "", f->function);
			if (f->module[0])
				str_add(c->path, sizeof(c->path), " [%s]", f->module);
			shown++;
		}
		if (f->module[0] && !c->module[0]) {
			memcpy(c->module, f->module, sizeof(c->module));
			if (i != asker)
				memcpy(c->module_function, f->function, sizeof(c->module_function));
		}
		if (i != asker && shown <= 3)
			know(c, f->function);
	}
	states(r, asker, unsure_too, known_end && !r->trace_elided && !r->trace_mixed, c);
	if (!c->compaction)
		c->compaction = TRI_UNKNOWN;
}
