#include "search/part.hpp"

namespace ply {

PartTwins<SelectRule>& select_twins() {
  static PartTwins<SelectRule> twins;
  return twins;
}

PartTwins<BackupRule>& backup_twins() {
  static PartTwins<BackupRule> twins;
  return twins;
}

}  // namespace ply
