// SPDX-License-Identifier: GPL-2.0-only
/* Never loaded: the compiler describes the types of what is defined here. */
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/compaction.h>
#include <linux/pipe_fs_i.h>
#include <linux/splice.h>

struct pipe_inode_info *layout_pipe;
struct splice_pipe_desc *layout_splice;
enum compact_result layout_result;
